import { saveBlob } from '@recado/sdk/ui'

/** Offers data as a JSON file to be saved. */
export function downloadJson(name: string, data: unknown): void {
  const file = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80) || 'flow'
  saveBlob(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `${file}.json`)
}
