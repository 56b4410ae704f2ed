import { useCarries } from '@recado/sdk/ui'
import type { FileType, Gif, GifFile } from '../../gifs/gif.ts'

/** Kind as which a type is sent. */
export const kindOf = (type: FileType): 'image' | 'video' => (type === 'video/mp4' ? 'video' : 'image')

/** The types of {@link Gif.files} that a channel carries as what they are: a film as a film, a picture as a picture. */
export function useCarriedTypes(channel: string): readonly FileType[] {
  const carried: Readonly<Record<FileType, boolean>> = {
    'image/gif': useCarries(channel, 'image', 'image/gif'),
    'video/mp4': useCarries(channel, 'video', 'video/mp4'),
    'image/webp': useCarries(channel, 'image', 'image/webp'),
    'image/png': useCarries(channel, 'image', 'image/png'),
    'image/jpeg': useCarries(channel, 'image', 'image/jpeg'),
  }
  return (Object.keys(carried) as FileType[]).filter((type) => carried[type])
}

/** The best file of a GIF that the channel carries. Files are in the order of their worth. */
export const bestFile = ({ files }: Pick<Gif, 'files'>, carried: readonly FileType[]): GifFile | undefined =>
  files.find(({ type }) => carried.includes(type))
