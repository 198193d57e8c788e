"""Runs that can be resumed and say what they were made of, measurements that the worker makes, layouts of pages."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("trials")  # they do not say where the needles stand; a run is measured again on demand
    op.drop_table("runs")
    op.create_table(
        "runs",
        sa.Column("key", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("question_set", sa.Integer(), nullable=False),
        sa.Column("corpus", sa.Text(), nullable=False),
        sa.Column("documents", sa.Text(), nullable=False),
        sa.Column("basis", sa.Text(), nullable=False),
        sa.Column("hidden", sa.Text(), nullable=False),
        sa.Column("strategy", sa.Text(), nullable=False),
        sa.Column("target", sa.Integer(), nullable=False),
        sa.Column("overlap", sa.Integer(), nullable=False),
        sa.Column("retriever", sa.Text(), nullable=False),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column("encoder", sa.JSON(), nullable=False),
        sa.Column("pipeline_version", sa.Integer(), nullable=False),
        sa.Column("document_count", sa.Integer(), nullable=False),
        sa.Column("report", sa.JSON(), nullable=False),
        sa.Column("left_out", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("finished_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["question_set"], ["question_sets.key"], name=op.f("fk_runs_question_set"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_runs")),
    )
    op.create_index(op.f("ix_runs_of"), "runs", ["question_set", "corpus"])
    op.create_table(
        "trials",
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("said", sa.JSON(), nullable=False),
        sa.Column("ranked", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["run"], ["runs.key"], name=op.f("fk_trials_run"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("run", "question", name=op.f("pk_trials")),
    )
    op.create_table(
        "measurements",
        sa.Column("key", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("question_set", sa.Integer(), nullable=False),
        sa.Column("chunkings", sa.JSON(), nullable=False),
        sa.Column("retrievals", sa.JSON(), nullable=False),
        sa.Column("hidden", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("runs_done", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column("leased_until", sa.Float(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("changed_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["question_set"], ["question_sets.key"], name=op.f("fk_measurements_question_set"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_measurements")),
    )
    op.create_table(  # anew, because its unique key has one column more
        "extractions_new",
        sa.Column("key", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("extractor", sa.Text(), nullable=False),
        sa.Column("extractor_version", sa.Integer(), nullable=False),
        sa.Column("keep_running_lines", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("recognition", sa.Text(), server_default="", nullable=False),
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
            "sha256",
            "extractor",
            "extractor_version",
            "keep_running_lines",
            "recognition",
            name=op.f("uq_extractions_sha256_extractor_extractor_version_keep_running_lines_recognition"),
        ),
    )
    kept = "key, sha256, extractor, extractor_version, title, headings, spans, body_start, pages, unread_pages, warnings, text"
    op.execute(f"INSERT INTO extractions_new ({kept}) SELECT {kept} FROM extractions")
    op.drop_table("extractions")
    op.rename_table("extractions_new", "extractions")
    op.create_table(
        "layouts",
        sa.Column("extraction", sa.Integer(), nullable=False),
        sa.Column("layout", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["extraction"], ["extractions.key"], name=op.f("fk_layouts_extraction"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("extraction", name=op.f("pk_layouts")),
    )
    op.add_column("documents", sa.Column("keep_running_lines", sa.Boolean(), server_default="0", nullable=False))
