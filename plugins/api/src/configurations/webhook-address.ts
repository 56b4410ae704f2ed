/** Names that stand for machines of the own network. */
const ownNetwork = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/

/**
 * Whether an address may be told of events: `https`, a public host by its name, without credentials. What its name
 * leads to is checked when something is sent there.
 */
export function isWebhookAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  const host = hostname.replace(/\.$/, '')
  // WHATWG URL writes every spelling of an IPv4 address with dots, and IPv6 in brackets.
  const isNumeric = /^[\d.]+$/.test(host) || host.startsWith('[')
  return (
    protocol === 'https:' && username + password === '' && host.includes('.') && !isNumeric && !ownNetwork.test(host)
  )
}
