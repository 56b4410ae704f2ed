import { serverCode } from './server-code.ts'

/**
 * Hosts of addresses in texts of a plugin's server code, with the file that names them. Comments and tests do not
 * count.
 */
export const hostsInCode = (folder: string): { readonly host: string; readonly file: string }[] =>
  serverCode(folder).flatMap(({ file, code }) =>
    [...code.matchAll(/['"`](?:https?|wss?):\/\/([A-Za-z0-9.-]+\.[A-Za-z]{2,})/g)].map(([, host]) => ({
      host: host!.toLowerCase(),
      file,
    })),
  )
