/** Capabilities of every SMS; a channel adds its text length and receipts. */
export const smsCapabilities = {
  media: {},
  location: 'fallback',
  contactCard: 'fallback',
  interactive: {},
  templates: 'rejected',
  reply: 'dropped',
  forward: 'dropped',
  edit: { level: 'rejected' },
  deleteForAll: { level: 'rejected' },
  reaction: { level: 'rejected' },
  typing: 'rejected',
  groups: 'rejected',
  history: { level: 'rejected', includesOwn: false },
  // No gateway lets one ask whether an attempt went through, so an unknown outcome stays one.
  idempotentSend: 'none',
} as const
