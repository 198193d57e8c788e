"""The tables. `migrations/` builds them; a test holds the two to each other."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _key() -> sa.Column[int]:
    return sa.Column("key", sa.Integer, primary_key=True, autoincrement=True)


library = sa.Table(  # one row: how this library's documents are cut and embedded
    "library",
    metadata,
    _key(),
    sa.Column("strategy", sa.Text, nullable=False),
    sa.Column("target", sa.Integer, nullable=False),
    sa.Column("overlap", sa.Integer, nullable=False),
    sa.Column("encoder", sa.Text, nullable=False),
    sa.Column("generation", sa.Integer, nullable=False),  # counts the commits that changed what is searched
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("retriever", sa.Text, nullable=False),
    sa.Column("depth", sa.Integer, nullable=False),
)

extractions = sa.Table(  # what an extractor made of some bytes; shared by all documents with these bytes
    "extractions",
    metadata,
    _key(),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("extractor", sa.Text, nullable=False),
    sa.Column("extractor_version", sa.Integer, nullable=False),
    sa.Column("keep_running_lines", sa.Boolean, nullable=False, server_default="0"),
    sa.Column("recognition", sa.Text, nullable=False, server_default=""),  # how pages without text were to be read
    sa.Column("characters", sa.Integer, sa.Computed("length(text)", persisted=True), nullable=False),
    sa.Column("title", sa.Text),
    sa.Column("headings", sa.JSON, nullable=False),
    sa.Column("spans", sa.JSON, nullable=False),
    sa.Column("body_start", sa.Integer, nullable=False),
    sa.Column("pages", sa.Integer),
    sa.Column("unread_pages", sa.JSON, nullable=False),
    sa.Column("warnings", sa.JSON, nullable=False),
    sa.Column("text", sa.Text, nullable=False),  # last: what stands behind a long text is slow to read
    sa.UniqueConstraint("sha256", "extractor", "extractor_version", "keep_running_lines", "recognition"),
)

layouts = sa.Table(  # how a text lies on its pages; apart, because it is long and seldom asked for
    "layouts",
    metadata,
    sa.Column("extraction", sa.ForeignKey("extractions.key", ondelete="CASCADE"), primary_key=True),
    sa.Column("layout", sa.JSON, nullable=False),
)

stamps = sa.Table(  # what built the vectors of a document; `digest` leaves backend and precision out
    "stamps",
    metadata,
    _key(),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("backend", sa.Text, nullable=False),
    sa.Column("precision", sa.Text, nullable=False),
    sa.Column("stamp", sa.JSON, nullable=False),
    sa.UniqueConstraint("digest", "backend", "precision"),
)

documents = sa.Table(  # `live`: searched under its name; a replacement waits beside it until it is ready
    "documents",
    metadata,
    _key(),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("live", sa.Boolean, nullable=False),
    sa.Column("sample", sa.Boolean, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("title", sa.Text),
    sa.Column("extraction", sa.ForeignKey("extractions.key")),
    sa.Column("stamp", sa.ForeignKey("stamps.key")),
    sa.Column("generation", sa.Integer, nullable=False),
    sa.Column("added_at", sa.Float, nullable=False),
    sa.Column("changed_at", sa.Float, nullable=False),
    sa.Column("keep_running_lines", sa.Boolean, nullable=False, server_default="0"),
    sqlite_autoincrement=True,  # a key is never given again: a search may still hold one that was just deleted
)
sa.Index("uq_documents_live", documents.c.name, documents.c.live, unique=True)

chunks = sa.Table(
    "chunks",
    metadata,
    _key(),
    sa.Column("document", sa.ForeignKey("documents.key", ondelete="CASCADE"), nullable=False),
    sa.Column("ordinal", sa.Integer, nullable=False),
    sa.Column("start", sa.Integer, nullable=False),
    sa.Column("end", sa.Integer, nullable=False),
    sa.Column("overlap_start", sa.Integer, nullable=False),
    sa.Column("section", sa.Text, nullable=False),
    sa.Column("section_path", sa.JSON, nullable=False),
    sa.Column("header", sa.Text, nullable=False),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("text_sha256", sa.Text, nullable=False),
    sa.Column("tokens", sa.Integer, nullable=False),
    sa.Column("header_tokens", sa.Integer, nullable=False),
    sa.Column("overflow_tokens", sa.Integer, nullable=False),
    sa.Column("overflow_start", sa.Integer),
    sa.Column("flags", sa.JSON, nullable=False, server_default="[]"),
    sa.UniqueConstraint("document", "ordinal"),
    sqlite_autoincrement=True,
)
counted = (chunks.c.document, chunks.c.tokens, chunks.c.header_tokens, chunks.c.overflow_tokens)
sa.Index("ix_chunks_counts", *counted)  # covers the library's totals, so that counting does not read the texts

vectors = sa.Table(  # unit vectors, float32 little-endian; kept for good, so that no text is embedded twice
    "vectors",
    metadata,
    sa.Column("encoder", sa.Text, primary_key=True),
    sa.Column("text_sha256", sa.Text, primary_key=True),
    sa.Column("vector", sa.LargeBinary, nullable=False),
)

token_vectors = sa.Table(  # what late interaction needs of a text: its word pieces, and a packed vector for each
    "token_vectors",
    metadata,
    sa.Column("encoder", sa.Text, primary_key=True),
    sa.Column("text_sha256", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),  # of the packing
    sa.Column("pieces", sa.LargeBinary, nullable=False),  # uint32 little-endian, one for each vector
    sa.Column("codes", sa.LargeBinary, nullable=False),  # last: what is only counted does not read it
)

jobs = sa.Table(  # work to be done on one document; leased, so that a dead worker's job is taken again
    "jobs",
    metadata,
    _key(),
    sa.Column("document", sa.ForeignKey("documents.key", ondelete="CASCADE"), nullable=False, unique=True),
    sa.Column("owner", sa.Text),
    sa.Column("leased_until", sa.Float, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("queued_at", sa.Float, nullable=False),
)

asked = sa.Table(  # one row per question that was put, with the proof of whether a model was called
    "asked",
    metadata,
    _key(),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("question", sa.Text, nullable=False),
    sa.Column("outcome", sa.Text, nullable=False),
    sa.Column("gate", sa.Text, nullable=False),
    sa.Column("cut", sa.Float, nullable=False),
    sa.Column("best_score", sa.Float),
    sa.Column("best_distance", sa.Float),
    sa.Column("model_calls", sa.Integer, nullable=False),
    sa.Column("retriever", sa.Text, nullable=False, server_default="dense"),
    sa.Column("depth", sa.Integer, nullable=False, server_default="25"),
)

question_sets = sa.Table(  # every version of every set; `rows` holds the columns of a question set
    "question_sets",
    metadata,
    _key(),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("rows", sa.JSON, nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.UniqueConstraint("name", "version"),
)

runs = sa.Table(  # one question set searched in one corpus in one way; `finished_at` is NULL while it is being searched
    "runs",
    metadata,
    _key(),
    sa.Column("question_set", sa.ForeignKey("question_sets.key", ondelete="CASCADE"), nullable=False),
    sa.Column("corpus", sa.Text, nullable=False),  # hash of what was searched: names, bytes, stamps
    sa.Column("documents", sa.Text, nullable=False),  # hash of names and bytes alone
    sa.Column("basis", sa.Text, nullable=False),  # hash of all that was searched but for how it is cut
    sa.Column("hidden", sa.Text, nullable=False),
    sa.Column("strategy", sa.Text, nullable=False),
    sa.Column("target", sa.Integer, nullable=False),
    sa.Column("overlap", sa.Integer, nullable=False),
    sa.Column("retriever", sa.Text, nullable=False),
    sa.Column("depth", sa.Integer, nullable=False),
    sa.Column("encoder", sa.JSON, nullable=False),
    sa.Column("pipeline_version", sa.Integer, nullable=False),
    sa.Column("document_count", sa.Integer, nullable=False),
    sa.Column("report", sa.JSON, nullable=False),  # what this way of cutting costs and destroys
    sa.Column("left_out", sa.JSON, nullable=False),  # by id, why a question was not asked with its answer hidden
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("finished_at", sa.Float),
)
sa.Index("ix_runs_of", runs.c.question_set, runs.c.corpus)

trials = sa.Table(  # per question of a run, in the set's order: what was ranked, with raw ranks, scores, milliseconds
    "trials",
    metadata,
    sa.Column("run", sa.ForeignKey("runs.key", ondelete="CASCADE"), primary_key=True),
    sa.Column("question", sa.Text, primary_key=True),
    sa.Column("ordinal", sa.Integer, nullable=False),
    sa.Column("said", sa.JSON, nullable=False),  # all but what was ranked
    sa.Column("ranked", sa.JSON, nullable=False),  # last: figures are made without reading it
)

measurements = sa.Table(  # one question set × strategies × retrievers to be measured; leased as `jobs` are
    "measurements",
    metadata,
    _key(),
    sa.Column("question_set", sa.ForeignKey("question_sets.key", ondelete="CASCADE"), nullable=False),
    sa.Column("chunkings", sa.JSON, nullable=False),
    sa.Column("retrievals", sa.JSON, nullable=False),
    sa.Column("hidden", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("stage", sa.Text, nullable=False),  # what is being done, and how much of it
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("runs_done", sa.Integer, nullable=False),
    sa.Column("owner", sa.Text),
    sa.Column("leased_until", sa.Float, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("changed_at", sa.Float, nullable=False),
)

cuts = sa.Table(  # every cut that was put in force, with what it was measured on; the newest one holds
    "cuts",
    metadata,
    _key(),
    sa.Column("gate", sa.Text, nullable=False),
    sa.Column("cut", sa.Float, nullable=False),
    sa.Column("retriever", sa.Text, nullable=False),
    sa.Column("question_set", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("corpus", sa.Text, nullable=False),
    sa.Column("documents", sa.Text, nullable=False),
    sa.Column("counts", sa.JSON, nullable=False),
    sa.Column("chosen_at", sa.Float, nullable=False),
    sa.Column("depth", sa.Integer, nullable=False, server_default="25"),
)
