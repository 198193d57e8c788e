"""Everything the engine raises on purpose.

EngineError                  bad input or a state a person can mend; its message is one sentence with the way out
├── SettingsError            settings.toml or a CANDOR_ variable says something that cannot be
├── ExtractionError          a document's bytes cannot be read; the reason is stored with the document
├── ChunkingError            a strategy, target or overlap that cannot be
├── EncoderError             the encoder cannot be found or loaded
├── StampMismatch            vectors of different stamps were about to be compared
├── StoreError               the store is missing, newer than this program, or does not hold what was asked for
├── GateError                a gate or a cut that cannot be
└── ModelUnreachable         the language model that was to write the answer cannot be asked
"""


class EngineError(Exception):
    """Base of all errors whose message is meant for the person at the screen."""


class SettingsError(EngineError):
    """A setting is unknown or has an impossible value."""


class ExtractionError(EngineError):
    """The bytes of a document cannot be turned into text."""


class ChunkingError(EngineError):
    """The chunking settings cannot be used."""


class EncoderError(EngineError):
    """The encoder is missing, incomplete or of a kind that cannot be run."""


class StampMismatch(EngineError):
    """Two vectors that were built differently must not be compared."""


class StoreError(EngineError):
    """The store cannot do what was asked."""


class GateError(EngineError):
    """The gate or its cut is not one that exists."""


class ModelUnreachable(EngineError):
    """The language model did not answer, or fell silent half-way."""
