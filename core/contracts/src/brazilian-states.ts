/**
 * Area codes of telephones by state: Anatel, Plano Geral de Códigos Nacionais (Resolução 263/2001). Code 61 also serves
 * towns of Goiás around the Federal District.
 */
export const areaCodesOfStates = {
  AC: ['68'],
  AL: ['82'],
  AM: ['92', '97'],
  AP: ['96'],
  BA: ['71', '73', '74', '75', '77'],
  CE: ['85', '88'],
  DF: ['61'],
  ES: ['27', '28'],
  GO: ['62', '64'],
  MA: ['98', '99'],
  MG: ['31', '32', '33', '34', '35', '37', '38'],
  MS: ['67'],
  MT: ['65', '66'],
  PA: ['91', '93', '94'],
  PB: ['83'],
  PE: ['81', '87'],
  PI: ['86', '89'],
  PR: ['41', '42', '43', '44', '45', '46'],
  RJ: ['21', '22', '24'],
  RN: ['84'],
  RO: ['69'],
  RR: ['95'],
  RS: ['51', '53', '54', '55'],
  SC: ['47', '48', '49'],
  SE: ['79'],
  SP: ['11', '12', '13', '14', '15', '16', '17', '18', '19'],
  TO: ['63'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** A state of Brazil, or the Federal District, by its two letters. */
export type BrazilianState = keyof typeof areaCodesOfStates
/** All of them, by their letters. */
export const brazilianStates = Object.keys(areaCodesOfStates) as readonly BrazilianState[]

const stateOfCode = new Map<string, BrazilianState>(
  brazilianStates.flatMap((state) => areaCodesOfStates[state].map((code) => [code, state] as const)),
)

/** The state in which a number in E.164 was given out; null for another country's and for what is no such number. */
export const stateOfNumber = (e164: string | null): BrazilianState | null =>
  stateOfCode.get(/^\+55([1-9]\d)\d{8,9}$/.exec(e164 ?? '')?.[1] ?? '') ?? null
