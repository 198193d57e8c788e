from engine.types import Extraction
VERSION = 1
def extract(name: str, data: bytes) -> Extraction: raise NotImplementedError
