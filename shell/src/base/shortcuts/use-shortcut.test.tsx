import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useShortcut } from './use-shortcut.ts'

afterEach(cleanup)

test('Enter opens what is marked, but not while a button or a link has the focus: it is theirs', () => {
  const opened: string[] = []
  function List() {
    useShortcut('open', () => opened.push('ticket'))
    return (
      <>
        <button type="button">Desfazer</button>
        <a href="#/home">Início</a>
        <p>texto</p>
      </>
    )
  }
  render(<List />)
  const enter = (target: Element) => fireEvent.keyDown(target, { code: 'Enter', key: 'Enter' })
  for (const control of [screen.getByText('Desfazer'), screen.getByText('Início')]) expect(enter(control)).toBe(true)
  expect(opened).toEqual([])
  expect(enter(screen.getByText('texto'))).toBe(false)
  expect(opened).toEqual(['ticket'])
})

test('keys rest where letters are written, and go on for who has just ticked a row', () => {
  const closed: string[] = []
  function List() {
    useShortcut('back', () => closed.push('back'))
    return (
      <>
        <input aria-label="texto" />
        <input type="search" aria-label="busca" />
        <input type="checkbox" aria-label="linha" />
      </>
    )
  }
  render(<List />)
  const escape = (name: string) => fireEvent.keyDown(screen.getByLabelText(name), { code: 'Escape', key: 'Escape' })
  escape('texto')
  escape('busca')
  expect(closed).toEqual([])
  escape('linha')
  expect(closed).toEqual(['back'])
})
