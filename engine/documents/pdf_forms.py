"""Forms in a PDF: what is filled into their fields belongs to no page's text, and is not read along with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfFormEnv, PdfPage

_EMPTY = 2  # bytes: the end of a string in UTF-16


def filled_pages(document: PdfDocument) -> list[int]:
    """The pages, from 1, with a field that something is typed or chosen into. None of them may be open.

    From then on whatever is drawn of the document shows its fields.
    """
    import pypdfium2

    document.init_forms()
    form = document.formenv
    if form is None:
        return []
    found = []
    for number in range(1, len(document) + 1):
        try:
            page = document[number - 1]
        except pypdfium2.PdfiumError:
            continue  # the reader of its text says that it is damaged
        if any(_filled(page, form)):
            found.append(number)
        page.close()
    return found


def _filled(page: PdfPage, form: PdfFormEnv) -> Iterator[bool]:
    import pypdfium2.raw as pdfium

    written = {pdfium.FPDF_FORMFIELD_TEXTFIELD, pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX}
    for index in range(pdfium.FPDFPage_GetAnnotCount(page)):
        field = pdfium.FPDFPage_GetAnnot(page, index)
        if field:
            if pdfium.FPDFAnnot_GetFormFieldType(form, field) in written:
                yield pdfium.FPDFAnnot_GetFormFieldValue(form, field, None, 0) > _EMPTY
            pdfium.FPDFPage_CloseAnnot(field)
