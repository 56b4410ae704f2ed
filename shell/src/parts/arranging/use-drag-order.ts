import { useState, type DragEvent } from 'react'

/**
 * The dragged row of a list and its target. The handle alone can be dragged, so that texts beside it can still be
 * selected.
 */
export interface DragOrder {
  readonly dragged: string | null
  readonly over: string | null
  handle(key: string): { draggable: true; onDragStart(event: DragEvent): void; onDragEnd(): void }
  place(key: string): { 'data-place': string; onDragOver(event: DragEvent): void; onDrop(event: DragEvent): void }
}

/** Reordering by drag, beside the keys that do the same. `onMove` says what was let go over what. */
export function useDragOrder(onMove: (key: string, onto: string) => void): DragOrder {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  return {
    dragged,
    over,
    handle: (key) => ({
      draggable: true,
      onDragEnd: end,
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', key)
        const item = event.currentTarget.closest('[data-place]')
        if (item) event.dataTransfer.setDragImage(item, 16, 16)
        setDragged(key)
      },
    }),
    place: (key) => ({
      'data-place': key,
      onDragOver: (event) => {
        if (dragged === null) return
        event.preventDefault()
        setOver(key)
      },
      onDrop: (event) => {
        if (dragged === null) return
        event.preventDefault()
        if (dragged !== key) onMove(dragged, key)
        end()
      },
    }),
  }
}
