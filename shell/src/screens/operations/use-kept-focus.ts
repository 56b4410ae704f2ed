import type { InstallationDeadLetter } from '../../base/contracts.ts'
import { useEffect, useRef } from 'react'
import { keyOfLetter, type LetterAct } from './dead-letters.ts'
import { headingOf } from './sections.ts'

interface Going {
  readonly act: LetterAct
  /** Position of the letter; -1: all of them. */
  readonly index: number
  readonly key: string | null
}

/**
 * Gives the focus of a letter that goes on to the one that takes its place, or to the heading when none is left, so
 * that who works by keyboard stays where they are. Answers the list's ref, and how to say what is acted on.
 */
export function useKeptFocus(letters: readonly InstallationDeadLetter[]) {
  const list = useRef<HTMLUListElement>(null)
  const going = useRef<Going | null>(null)
  useEffect(() => {
    const gone = going.current
    if (gone === null || letters.some((letter) => gone.key === null || keyOfLetter(letter) === gone.key)) return
    going.current = null
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const next = list.current?.children[Math.min(gone.index, letters.length - 1)]
    const heir = next?.querySelector<HTMLElement>(`[data-act=${gone.act}]`)
    ;(heir ?? document.getElementById(headingOf('letters')))?.focus({ preventScroll: true })
  }, [letters])
  const keepFocus = (act: LetterAct, letter?: InstallationDeadLetter) => {
    going.current = letter
      ? { act, index: letters.indexOf(letter), key: keyOfLetter(letter) }
      : { act, index: -1, key: null }
  }
  return { list, keepFocus }
}
