import { createHmac } from 'node:crypto'

/**
 * Tells whether a secret is an installation's, and nothing else of it: the secret cannot be computed from it. Kept in
 * the database and in backups.
 */
export const secretFingerprint = (secret: string): string =>
  createHmac('sha256', secret).update('fingerprint of the installation').digest('base64url')
