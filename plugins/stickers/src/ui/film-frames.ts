/** One picture of a moving file, and for how long it is shown, in milliseconds. Close it when it is drawn. */
export interface FilmFrame {
  readonly picture: VideoFrame
  readonly ms: number
}

/** Time of a picture without one in its file, as in browsers. */
const usualMs = 100

/**
 * The pictures of a file that moves, in order, one at a time, and of a long one evenly no more than `most`; none for
 * one that stands still and in a browser that cannot take films apart: those without `ImageDecoder`, and all on an
 * insecure connection.
 */
export async function* filmFrames(file: Blob, most: number): AsyncGenerator<FilmFrame> {
  if (!('ImageDecoder' in globalThis) || !(await ImageDecoder.isTypeSupported(file.type))) return
  const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type: file.type })
  try {
    await decoder.tracks.ready
    await decoder.completed
    const count = decoder.tracks.selectedTrack?.frameCount ?? 0
    if (count < 2) return
    const step = Math.ceil(count / most)
    for (let first = 0; first < count; first += step) {
      const { image } = await decoder.decode({ frameIndex: first })
      // Pictures that are left out are shown for about as long as the one before them.
      yield { picture: image, ms: ((image.duration ?? 0) / 1_000 || usualMs) * Math.min(step, count - first) }
    }
  } finally {
    decoder.close()
  }
}
