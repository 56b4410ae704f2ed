import type { PointerEvent } from 'react'

const step = 16

/** The border between two panes, for pointer and arrow keys. Values are pixels from the left. */
export function ResizeHandle({
  value,
  min,
  max,
  label,
  onChange,
}: {
  value: number
  min: number
  max: number
  label: string
  onChange(value: number): void
}) {
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const handle = event.currentTarget
    const offset = value - event.clientX
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => onChange(offset + moved.clientX)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
  }
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      className="group relative hidden w-px shrink-0 cursor-col-resize touch-none bg-line outline-none pane:block"
      onPointerDown={drag}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') onChange(value - step)
        if (event.key === 'ArrowRight') onChange(value + step)
      }}
    >
      <span
        className={
          'absolute inset-y-0 -left-1 w-2 rounded-full group-hover:bg-accent/25 group-focus-visible:bg-accent/50'
        }
      />
    </div>
  )
}
