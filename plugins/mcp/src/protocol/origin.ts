const ownMachine = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a page of this origin may call, or a program that names none. A name that a stranger has led to this server
 * has no certificate here, so that a page behind it came over an open line; `null` hides where a page is from.
 */
export function isAcceptedOrigin(origin: string | null): boolean {
  if (origin === null) return true
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || (protocol === 'http:' && ownMachine.has(hostname))
}
