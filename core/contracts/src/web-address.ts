/**
 * The address of a web page as it is stored: people write it without `https://`. Undefined for what is no web page; it
 * is shown as a link. Core checks a contact's website and attributes of type link with it.
 */
export function webAddress(text: string): string | undefined {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+:\d/.test(text) ? text : `https://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url &&
    /^https?:$/.test(url.protocol) &&
    url.hostname.includes('.') &&
    url.username === '' &&
    url.password === ''
    ? address
    : undefined
}
