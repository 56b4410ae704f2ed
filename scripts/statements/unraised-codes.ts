import { errorCatalogue } from '../../core/contracts/src/errors.ts'
import { housePlugins } from '../reference/house-plugins.ts'
import { isProduct, raisedIn, readSources, type SourceFile } from './done-by-product.ts'

/** A code with the case that it is for. */
export interface DeclaredCode {
  readonly code: string
  readonly when: string
}

/** What a server runs: core, the SDK's part for servers, and plugins without their interface. */
const server = /^(core\/(contracts\/)?src|sdk\/src\/server|plugins\/[^/]+\/(src\/(?!ui\/)|migrations)|sdk\/src\/[^/]+$)/

/** The codes that no source of a server raises, in the order of their declaration. */
export function unraisedCodes(
  declared: readonly DeclaredCode[],
  files: readonly SourceFile[],
): readonly DeclaredCode[] {
  const run = files.filter(({ path }) => server.test(path) && isProduct(path))
  const raised = new Set(run.flatMap(({ path, text }) => raisedIn(path, text)))
  return declared.filter(({ code }) => !raised.has(code))
}

/** The codes of core and of the plugins in this repository that nothing raises. */
export async function readUnraisedCodes(): Promise<readonly DeclaredCode[]> {
  const catalogues = [errorCatalogue, ...(await housePlugins()).map(({ errors }) => errors)]
  const declared = catalogues.flatMap((errors) => Object.entries(errors).map(([code, { when }]) => ({ code, when })))
  return unraisedCodes(declared, readSources())
}
