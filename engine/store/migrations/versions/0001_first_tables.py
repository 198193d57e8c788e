"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "asked",
        sa.Column("key", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("gate", sa.Text(), nullable=False),
        sa.Column("cut", sa.Float(), nullable=False),
        sa.Column("best_score", sa.Float(), nullable=True),
        sa.Column("best_distance", sa.Float(), nullable=True),
        sa.Column("model_calls", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_asked")),
    )
    op.create_table(
        "cuts",
        sa.Column("key", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("gate", sa.Text(), nullable=False),
        sa.Column("cut", sa.Float(), nullable=False),
        sa.Column("retriever", sa.Text(), nullable=False),
        sa.Column("question_set", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("corpus", sa.Text(), nullable=False),
        sa.Column("documents", sa.Text(), nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
        sa.Column("chosen_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_cuts")),
    )
    op.create_table(
        "extractions",
        sa.Column("key", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("extractor", sa.Text(), nullable=False),
        sa.Column("extractor_version", sa.Integer(), nullable=False),
        sa.Column("characters", sa.Integer(), sa.Computed("length(text)", persisted=True), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("headings", sa.JSON(), nullable=False),
        sa.Column("spans", sa.JSON(), nullable=False),
        sa.Column("body_start", sa.Integer(), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=True),
        sa.Column("unread_pages", sa.JSON(), nullable=False),
        sa.Column("warnings", sa.JSON(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_extractions")),
        sa.UniqueConstraint(
            "sha256", "extractor", "extractor_version", name=op.f("uq_extractions_sha256_extractor_extractor_version")
        ),
    )
    op.create_table(
        "library",
        sa.Column("key", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("strategy", sa.Text(), nullable=False),
        sa.Column("target", sa.Integer(), nullable=False),
        sa.Column("overlap", sa.Integer(), nullable=False),
        sa.Column("encoder", sa.Text(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_library")),
    )
    op.create_table(
        "question_sets",
        sa.Column("key", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("rows", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_question_sets")),
        sa.UniqueConstraint("name", "version", name=op.f("uq_question_sets_name_version")),
    )
    op.create_table(
        "stamps",
        sa.Column("key", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("backend", sa.Text(), nullable=False),
        sa.Column("precision", sa.Text(), nullable=False),
        sa.Column("stamp", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_stamps")),
        sa.UniqueConstraint("digest", "backend", "precision", name=op.f("uq_stamps_digest_backend_precision")),
    )
    op.create_table(
        "vectors",
        sa.Column("encoder", sa.Text(), nullable=False),
        sa.Column("text_sha256", sa.Text(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("encoder", "text_sha256", name=op.f("pk_vectors")),
    )
    op.create_table(
        "documents",
        sa.Column("key", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("sample", sa.Boolean(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("extraction", sa.Integer(), nullable=True),
        sa.Column("stamp", sa.Integer(), nullable=True),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("added_at", sa.Float(), nullable=False),
        sa.Column("changed_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["extraction"], ["extractions.key"], name=op.f("fk_documents_extraction")),
        sa.ForeignKeyConstraint(["stamp"], ["stamps.key"], name=op.f("fk_documents_stamp")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_documents")),
        sqlite_autoincrement=True,
    )
    op.create_index("uq_documents_live", "documents", ["name", "live"], unique=True)
    op.create_table(
        "runs",
        sa.Column("key", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("question_set", sa.Integer(), nullable=False),
        sa.Column("corpus", sa.Text(), nullable=False),
        sa.Column("documents", sa.Text(), nullable=False),
        sa.Column("retriever", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["question_set"], ["question_sets.key"], name=op.f("fk_runs_question_set")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_runs")),
    )
    op.create_table(
        "chunks",
        sa.Column("key", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("document", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("overlap_start", sa.Integer(), nullable=False),
        sa.Column("section", sa.Text(), nullable=False),
        sa.Column("section_path", sa.JSON(), nullable=False),
        sa.Column("header", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("text_sha256", sa.Text(), nullable=False),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.Column("header_tokens", sa.Integer(), nullable=False),
        sa.Column("overflow_tokens", sa.Integer(), nullable=False),
        sa.Column("overflow_start", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["document"], ["documents.key"], name=op.f("fk_chunks_document"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_chunks")),
        sa.UniqueConstraint("document", "ordinal", name=op.f("uq_chunks_document_ordinal")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_chunks_counts", "chunks", ["document", "tokens", "header_tokens", "overflow_tokens"], unique=False
    )
    op.create_table(
        "jobs",
        sa.Column("key", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("document", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column("leased_until", sa.Float(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("queued_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["document"], ["documents.key"], name=op.f("fk_jobs_document"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_jobs")),
        sa.UniqueConstraint("document", name=op.f("uq_jobs_document")),
    )
    op.create_table(
        "trials",
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("trial", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["run"], ["runs.key"], name=op.f("fk_trials_run"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("run", "question", name=op.f("pk_trials")),
    )
