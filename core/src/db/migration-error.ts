/**
 * A journal that does not match the files: an applied file was changed, removed, or a new one comes before an applied
 * one; a database of an earlier build or of another secret; or a file that PostgreSQL refuses.
 */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/**
 * Says what a person needs: which file, which line, what PostgreSQL objected to. The driver's own error repeats the
 * whole file.
 * @param what the file, as in "core: migration 0002-second.sql"
 * @param text of the file
 */
export function refusedFile(what: string, text: string, error: unknown): MigrationError {
  const { message, position, where } = error as { message: string; position?: string; where?: string }
  const line = position === undefined ? '' : ` at line ${text.slice(0, Number(position)).split('\n').length}`
  return new MigrationError(`${what} failed${line}: ${message}${where === undefined ? '' : ` (${where})`}`)
}
