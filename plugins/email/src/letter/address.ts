/** A person named in a mail. `address` is in its normalised form. */
export interface Person {
  readonly name: string
  readonly address: string
}

const valid = /^[^\s@<>()",;:\\[\]\p{Cc}]{1,64}@[^\s@<>()",;:\\/?#%[\]\p{Cc}]{1,190}$/u

/**
 * Whether a mail can be sent there. Addresses with quotes or literals in brackets are left out on purpose: nobody has
 * one, and they are good for mischief.
 */
export const isAddress = (address: string): boolean => valid.test(address)

/**
 * Normal form of an address: lower case, names of other scripts as DNS has them. Case in the local part does not
 * distinguish people.
 */
export function normaliseAddress(value: string): string {
  const lower = value.trim().toLowerCase().normalize('NFC').trim()
  const at = lower.lastIndexOf('@')
  const domain = lower.slice(at + 1)
  // oxlint-disable-next-line no-control-regex
  if (at < 0 || /^[\x00-\x7f]*$/.test(domain) || /[\s/?#:@[\]\\%]/.test(domain)) return lower
  try {
    return `${lower.slice(0, at + 1)}${new URL(`http://${domain}`).hostname}`
  } catch {
    return lower
  }
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** The address without what is behind a plus, and that part: `loja+abc@x.br` is `['loja@x.br', 'abc']`. */
export function withoutPlus(address: string): readonly [address: string, tag: string | undefined] {
  const [, local, tag, domain] = /^([^+@]+)\+([^@]*)(@.*)$/.exec(address) ?? []
  return local === undefined ? [address, undefined] : [`${local}${domain}`, tag]
}
