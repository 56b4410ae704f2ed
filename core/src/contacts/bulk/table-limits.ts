/** Limits of a table of contacts. Columns are those of its heading. */
export const importLimits = { fileBytes: 20_000_000, rows: 200_000, columns: 100 } as const

/**
 * Limits of characters in the cells of a row, and of all rows. The size of the file does not bound them: in a workbook,
 * one text can be in any number of cells.
 */
export const textLimits = { row: 1_000_000, table: 60_000_000 } as const
