import { readFile } from 'node:fs/promises'
import { Refusal } from '@recado/sdk'
import * as z from 'zod'

const folder = new URL('../../dist/ui/widget/', import.meta.url)
/** Where core serves `dist/ui` of this plugin. */
const publicPath = '/plugins/webchat/widget/'

const Manifest = z.record(z.string(), z.object({ file: z.string(), isEntry: z.boolean().optional(), css: z.array(z.string()).optional() }))

/** A file of the widget's build. Read each time: it is small, cached by the system, and a new build shows at once. */
async function read(name: string): Promise<string> {
  try {
    return await readFile(new URL(name, folder), 'utf8')
  } catch (cause) {
    throw new Refusal('ERR_UNAVAILABLE', { detail: 'The widget has not been built.' }, { cause })
  }
}

export const loaderScript = (): Promise<string> => read('loader.js')

/** Addresses of the frame's script and styles, whose names change with their content. */
export async function frameFiles(): Promise<{ script: string; styles: string[] }> {
  const manifest = Manifest.parse(JSON.parse(await read('manifest.json')))
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry)
  if (!entry) throw new Refusal('ERR_UNAVAILABLE', { detail: 'The build of the widget has no entry.' })
  return { script: publicPath + entry.file, styles: (entry.css ?? []).map((file) => publicPath + file) }
}
