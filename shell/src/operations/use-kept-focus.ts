import { useEffect, useRef, type RefObject } from 'react'
import { keyOfLetter, type DeadLetter, type LetterAct } from './dead-letters.ts'
import { headingOf } from './sections.ts'

/**
 * Gives the focus of a letter that goes on to the one that takes its place, or to the heading when none is left, so
 * that who works by keyboard stays where they are. Answers how to say which letter is acted on.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>, letters: readonly DeadLetter[]) {
  const going = useRef<{ readonly key: string; readonly index: number; readonly act: LetterAct } | null>(null)
  useEffect(() => {
    const gone = going.current
    if (gone === null || letters.some((letter) => keyOfLetter(letter) === gone.key)) return
    going.current = null
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const next = list.current?.children[Math.min(gone.index, letters.length - 1)]
    const heir = next?.querySelector<HTMLElement>(`[data-act=${gone.act}]`)
    ;(heir ?? document.getElementById(headingOf('letters')))?.focus({ preventScroll: true })
  }, [letters, list])
  return (letter: DeadLetter, act: LetterAct) => {
    going.current = { key: keyOfLetter(letter), index: letters.indexOf(letter), act }
  }
}
