/**
 * The embedded PostgreSQL cannot run here. `message` is made for the person who starts Recado: what is wrong, then what
 * to do.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
