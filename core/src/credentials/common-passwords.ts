let loaded: Promise<ReadonlySet<string>> | undefined

/** Passwords that are common or were leaked, in small letters. Read when the first password is chosen, and kept. */
export const commonPasswords = (): Promise<ReadonlySet<string>> => (loaded ??= read())

async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}
