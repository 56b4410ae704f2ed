import { serverCode } from './server-code.ts'

/** Files of the server that take what acts for a user; declaring it is not taking it. */
export const actingInCode = (folder: string): string[] =>
  serverCode(folder)
    .filter(({ code }) => /\bacting\b(?!\s*:\s*\[)/.test(code))
    .map(({ file }) => file)
