/**
 * Bounds of a password's length in characters (S5-001, S9-020). From `passphrase` on it may consist of any characters,
 * also of spaces, and needs no certain kinds of them. The upper bound keeps hashing cheap to refuse.
 */
export const passwordLength = { min: 8, passphrase: 16, max: 128 } as const
/** Bytes of UTF-8 that a normalised password has at most. */
export const passwordBytes = 512
/** Fewer different characters than these make any length easy to guess. */
const leastDifferent = 5
/** Least length of a password without the words that are known of its user. */
const leastOwn = 5
/** Shorter words of a user occur in too many passwords by chance. */
const leastPersonal = 4

/** Normal form (NFKC) in which a password is compared, measured and hashed, the same for every keyboard and system. */
export const normalPassword = (password: string): string => password.normalize('NFKC')

const charactersOf = (password: string): string[] => [...normalPassword(password)]
const isPassphrase = (password: string): boolean => charactersOf(password).length >= passwordLength.passphrase

/** Known facts that a password is checked against. Each is optional, and refuses nothing when absent. */
export interface PasswordKnowledge {
  /** Whether a password is on a list of common or leaked ones. Asked with {@link normalPassword} in small letters. */
  readonly isCommon?: ((password: string) => boolean) | undefined
  /** E-mail address, name and company of the user. */
  readonly personal?: readonly string[] | undefined
}

/**
 * The rules of a password by name (S5-001…005), each a test; forms tick them off one by one. Long ones may be of
 * anything (decision 077).
 */
export const passwordRules = {
  length: (password) => {
    const { length } = charactersOf(password)
    return (
      length >= passwordLength.min &&
      length <= passwordLength.max &&
      utf8Bytes(normalPassword(password)) <= passwordBytes
    )
  },
  upper: (password) => isPassphrase(password) || /[A-Z]/.test(password),
  lower: (password) => isPassphrase(password) || /[a-z]/.test(password),
  digit: (password) => isPassphrase(password) || /\d/.test(password),
  characters: (password) =>
    isPassphrase(password) ? !/[\p{Cc}\p{Cs}]/u.test(password) : /^[A-Za-z0-9]*$/.test(password),
  common: (password, { isCommon }) =>
    new Set(charactersOf(password)).size >= Math.min(leastDifferent, password.length) &&
    !(isCommon?.(normalPassword(password).toLowerCase()) ?? false),
  personal: (password, { personal = [] }) => {
    const letters = lettersOf(password)
    const own = without(letters, personal.flatMap(wordsOf))
    return own === letters || own.length >= leastOwn
  },
} as const satisfies Record<string, (password: string, known: PasswordKnowledge) => boolean>
/** Name of a rule of {@link passwordRules}. */
export type PasswordRule = keyof typeof passwordRules
/** All names of {@link passwordRules}, in the order in which they are shown. */
export const passwordRuleNames = Object.keys(passwordRules) as PasswordRule[]

/** The rules that a password breaks; empty for a good one. */
export const brokenPasswordRules = (password: string, known: PasswordKnowledge = {}): PasswordRule[] =>
  passwordRuleNames.filter((name) => !passwordRules[name](password, known))

const lettersOf = (text: string): string =>
  normalPassword(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Words of a user that an attacker would try: the address, its part before the @, the whole name and each part of it.
 */
function wordsOf(personal: string): string[] {
  const parts = [personal, ...personal.split(/[\s@]+/)].map(lettersOf)
  return parts.filter((word) => word.length >= leastPersonal)
}

/** The rest of a text without these words, the longest removed first. */
const without = (text: string, words: readonly string[]): string =>
  words.toSorted((a, b) => b.length - a.length).reduce((left, word) => left.replaceAll(word, ''), text)

const utf8Bytes = (text: string): number => {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0)!
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
