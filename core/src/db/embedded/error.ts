/**
 * The embedded PostgreSQL cannot run here. `message` is for the person who starts Recado: the problem, then the remedy.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
