"""Word pieces and token vectors, a library's retriever, and the flags of structured chunks."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "token_vectors",
        sa.Column("encoder", sa.Text(), nullable=False),
        sa.Column("text_sha256", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("pieces", sa.LargeBinary(), nullable=False),
        sa.Column("codes", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("encoder", "text_sha256", "version", name=op.f("pk_token_vectors")),
    )
    op.add_column("chunks", sa.Column("flags", sa.JSON(), server_default="[]", nullable=False))
    op.add_column("library", sa.Column("retriever", sa.Text(), server_default="hybrid+late", nullable=False))
    op.add_column("asked", sa.Column("retriever", sa.Text(), server_default="dense", nullable=False))
    op.add_column("library", sa.Column("depth", sa.Integer(), server_default="100", nullable=False))
    for table in ("asked", "runs", "cuts"):
        op.add_column(table, sa.Column("depth", sa.Integer(), server_default="25", nullable=False))
    op.execute("DELETE FROM trials")  # they do not say which needle a passage holds; a run is measured again on demand
    op.execute("DELETE FROM runs")
