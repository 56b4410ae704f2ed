import { indexExtension } from '@recado/contracts'

/** Oldest version of the extension whose search goes on until enough rows of a company are found. */
const oldestVersion = [0, 8] as const

/** The same as people read it. */
export const oldestVersionText = oldestVersion.join('.')

/** Puts the extension for indexes of plugins into a database; a superuser runs it where the owner may not. */
export const putInStatement = `create extension if not exists ${indexExtension} with schema public`

/** Whether this version of the extension, `0.8.1`, is new enough to be used. */
export function isUsableVersion(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > oldestVersion[0] || (major === oldestVersion[0] && minor >= oldestVersion[1])
}
