import { Skeleton, useMediaQuery, useWords } from '@recado/sdk/ui'
import { useEffect, useRef, useState } from 'react'
import type { Gif } from '../../gifs/gif.ts'
import { useGifPicture } from '../use-gifs.ts'

interface GifTileProps {
  gif: Gif
  isActive: boolean
  isBusy: boolean
  onActive(): void
  onPick(): void
}

/** One GIF of the grid. Where people want less motion it stands still until it has the focus or the pointer. */
export function GifTile({ gif, isActive, isBusy, onActive, onPick }: GifTileProps) {
  const { t } = useWords()
  const picture = useGifPicture(gif)
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [isTouched, setTouched] = useState(false)
  const name = gif.description || t('composer.unnamed')
  const touched = {
    onFocus: () => {
      onActive()
      setTouched(true)
    },
    onBlur: () => setTouched(false),
    onPointerEnter: () => setTouched(true),
    onPointerLeave: () => setTouched(false),
  }
  return (
    <button
      type="button"
      role="option"
      aria-selected={isActive}
      aria-label={name}
      aria-busy={isBusy}
      tabIndex={isActive ? 0 : -1}
      title={name}
      className={
        'aspect-[4/3] overflow-hidden rounded-md bg-hover focus-visible:outline-2 focus-visible:outline-accent ' +
        'aria-busy:opacity-60'
      }
      {...touched}
      onPointerMove={onActive}
      onClick={onPick}
    >
      {picture.data === undefined ? (
        picture.isPending && <Skeleton height="100%" width="100%" />
      ) : (
        <Picture blob={picture.data} isStill={isStill && !isTouched} />
      )}
    </button>
  )
}

/** A picture, or its first frame. A file that cannot be drawn as a frame is not shown before it may move. */
function Picture({ blob, isStill }: { blob: Blob; isStill: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (isStill) return undefined
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(made)
    }
  }, [blob, isStill])
  useEffect(() => {
    if (!isStill) return undefined
    let isCurrent = true
    void createImageBitmap(blob)
      .then((frame) => {
        const place = canvas.current
        if (isCurrent && place) {
          place.width = frame.width
          place.height = frame.height
          place.getContext('2d')?.drawImage(frame, 0, 0)
        }
        frame.close()
      })
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [blob, isStill])
  if (isStill) return <canvas ref={canvas} aria-hidden className="size-full object-cover" />
  return url === undefined ? null : <img src={url} alt="" className="size-full object-cover" />
}
