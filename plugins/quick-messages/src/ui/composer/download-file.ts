import type { QuickMessage } from '../../messages/quick-message.ts'

/** The file behind a signed address, as if the agent had picked it from the disk. */
export async function downloadFile({ url, name, mime }: NonNullable<QuickMessage['file']>): Promise<File> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The file answered ${response.status}`)
  return new File([await response.blob()], name, { type: mime })
}
