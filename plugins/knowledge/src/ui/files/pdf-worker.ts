import 'pdfjs-dist/legacy/build/pdf.worker.mjs'

/* Reads PDFs beside the page, so that it never waits for a large one. */
