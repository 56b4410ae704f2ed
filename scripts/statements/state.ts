import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { doneBy, readSources, type DoneByProduct } from './done-by-product.ts'
import { proofKinds, proofOf, type Proof, type ProofKind } from './proof.ts'
import { readSpecification, root, type Statement } from './specification.ts'
import { readTestFile } from './test-cases.ts'

/** How far one statement is, and what says so. */
export interface StatementState {
  readonly statement: Statement
  /** Strongest first; empty where no test cites it. */
  readonly proofs: readonly Proof[]
  /** The kind of the strongest proof; undefined where there is none. */
  readonly kind: ProofKind | undefined
  readonly done: boolean
  /** Why it is not done, in words for a table; empty where it is. */
  readonly missing: string
  /** Whether a test claims what is not so: it reads words alone, or names what the product never does. */
  readonly overclaimed: boolean
}

/** A test that cites a statement. */
export interface Claim {
  readonly id: string
  readonly proof: Proof
}

const testFiles = '{core,sdk,shell,plugins,scripts,tests}/**/*.{test.ts,test.tsx,itest.ts,e2e.ts}'
const notOurs = /(^|[\\/])(node_modules|dist)$/
const outside = /(^|\/)templates\/|^scripts\/statements\//

/** The paths of all test files, from the root of the repository. */
export function testPaths(): string[] {
  const paths = globSync(testFiles, { cwd: root, exclude: (path) => notOurs.test(String(path)) })
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !outside.test(path))
    .sort()
}

/** What the tests of one file cite. A test that runs nothing leaves what its group cites to the others of the group. */
export function claimsOf(path: string, text: string): readonly Claim[] {
  if (!/\bS[1-9]-\d{3}/.test(text)) return []
  const file = readTestFile(path, text)
  const claims = file.cases
    .filter(({ ids }) => ids.length > 0)
    .flatMap((test) => {
      const proof = proofOf(file, test)
      return test.ids.map((id) => ({ id, proof, isLeft: proof.kind === 'catalogue' && test.inherited.includes(id) }))
    })
  const proven = new Set(claims.filter(({ proof }) => proof.kind !== 'catalogue').map(({ id }) => id))
  return claims.filter(({ id, isLeft }) => !isLeft || !proven.has(id)).map(({ id, proof }) => ({ id, proof }))
}

/** How far every statement of the specification is, by reading tests and product. Runs nothing. */
export function readState(): readonly StatementState[] {
  const claims = testPaths().flatMap((path) => claimsOf(path, readFileSync(join(root, path), 'utf8')))
  return stateOf(readSpecification(), claims, doneBy(readSources()))
}

/** How far each statement is, by what tests claim of it and by what the product does. */
export function stateOf(
  statements: readonly Statement[],
  claims: readonly Claim[],
  product: DoneByProduct,
): readonly StatementState[] {
  const proofsOf = Map.groupBy(claims, ({ id }) => id)
  return statements.map((statement) => {
    const rank = ({ kind }: Proof): number => proofKinds.indexOf(kind)
    const proofs = (proofsOf.get(statement.id) ?? []).map(({ proof }) => proof)
    proofs.sort((one, other) => rank(one) - rank(other))
    const lacks = missingOf(statement, proofs, product)
    const overclaimed = lacks?.overclaimed === true && proofs.length > 0
    const kind = proofs[0]?.kind
    return { statement, proofs, kind, done: lacks === undefined, missing: lacks?.missing ?? '', overclaimed }
  })
}

interface Lack {
  readonly missing: string
  readonly overclaimed: boolean
}
const wrongly = (missing: string): Lack => ({ missing, overclaimed: true })
const lessThan = (missing: string): Lack => ({ missing, overclaimed: false })

/** What a statement still lacks; undefined when it is done. */
function missingOf({ kind, codes }: Statement, proofs: readonly Proof[], product: DoneByProduct): Lack | undefined {
  const [acts, does] = kind === 'log' ? [product.logged, 'writes'] : [product.raised, 'raises']
  const unheard = codes.filter((code) => !acts.has(code))
  if (unheard.length > 0) return wrongly(`nothing ${does} ${unheard.join(', ')}`)
  if (proofs.length === 0) return lessThan('no test')
  const running = proofs.filter((proof) => proof.kind !== 'catalogue')
  if (running.length === 0) return wrongly('its words are read and nothing is run')
  const isSeen = running.some((proof) => proof.kind === 'displayed')
  const provoking = running.filter((proof) => proof.kind === 'provoked')
  const isNamed = provoking.some(naming(codes))
  switch (kind) {
    case 'screen':
      return isSeen ? undefined : lessThan('no journey shows it')
    case 'api':
      return isSeen || provoking.length > 0 ? undefined : lessThan('no request makes it happen')
    case 'text': {
      const isDrawn = running.some(({ path }) => path.endsWith('.test.tsx'))
      return isSeen || isDrawn || isNamed ? undefined : lessThan('no screen shows it')
    }
    default: {
      const isProven = codes.length === 0 || isSeen || isNamed
      return isProven ? undefined : lessThan(`no test provokes ${codes.join(', ')}`)
    }
  }
}

const naming =
  (codes: readonly string[]) =>
  ({ source }: Proof): boolean =>
    codes.some((code) => new RegExp(`\\b${code}\\b`).test(source))
