/** How large a table of contacts may be. Columns are those of its heading. */
export const importLimits = { fileBytes: 20_000_000, rows: 200_000, columns: 100 } as const

/**
 * How many characters the cells of a row, and of all rows, may hold. The size of the file says nothing of it: in a
 * workbook, one text can stand in any number of cells.
 */
export const textLimits = { row: 1_000_000, table: 60_000_000 } as const
