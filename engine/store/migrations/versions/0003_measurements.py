"""Runs that can be resumed and say what they were made of, and measurements that the worker makes."""

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
        sa.Column("needle_ranks", sa.JSON(), nullable=False),
        sa.Column("trial", sa.JSON(), nullable=False),
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
