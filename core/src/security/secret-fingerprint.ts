import { createHmac } from 'node:crypto'

/**
 * Identifies an installation's secret without revealing it: the secret cannot be computed from it. Kept in the database
 * and in backups.
 */
export const secretFingerprint = (secret: string): string =>
  createHmac('sha256', secret).update('fingerprint of the installation').digest('base64url')
