import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = join(import.meta.dirname, '..', '..', '..', 'package.json')

/** The version of the product, as its package says. */
export const productVersion = (): string => (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
