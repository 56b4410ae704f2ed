import type { Editor } from '@tiptap/core'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeEditor, putText, richTextOf, selectOffsets, showText } from './editor.ts'
import { linesOfDocument } from './document.ts'
import { isSame, linesOfMarkup } from './lines.ts'
import { keptLink, chosenLink, removedLink, writtenAddress } from './links.ts'
import { toggles, type ToggleName } from './toggles.ts'

let editor: Editor
beforeEach(() => {
  const place = document.createElement('div')
  document.body.append(place)
  editor = makeEditor(place, '')
})
afterEach(() => {
  editor.destroy()
  document.body.replaceChildren()
})

const type = (text: string) => {
  for (const letter of text) editor.view.dispatch(editor.state.tr.insertText(letter))
}
const press = (keys: string) => {
  const key = keys.split('-').at(-1)!
  const event = new KeyboardEvent('keydown', {
    key,
    ctrlKey: keys.includes('Mod-'),
    shiftKey: keys.includes('Shift-'),
  })
  editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event) || undefined)
}
const text = (): string => richTextOf(editor.state).text
const html = (): string => editor.view.dom.innerHTML.replace(/<br[^>]*>/g, '')

describe('the editor of letters', () => {
  test('shows marks that are typed as what they mean, and goes on without them', () => {
    type('um *dois* ~três~ quatro')
    expect(html()).toBe('<p>um <strong>dois</strong> <s>três</s> quatro</p>')
    expect(text()).toBe('um *dois* ~três~ quatro')
  })

  test('sets several words by a key, spaces between them included', () => {
    editor.commands.toggleMark('strong')
    type('um dois ')
    editor.commands.toggleMark('strong')
    type('três')
    expect(text()).toBe('*um dois* três')
  })

  test('begins a list or a quote where its mark is typed', () => {
    type('- um')
    expect(html()).toBe('<ul><li><p>um</p></li></ul>')
    press('Enter')
    type('dois')
    press('Enter')
    press('Enter')
    type('> três')
    expect(html()).toBe('<ul><li><p>um</p></li><li><p>dois</p></li></ul><blockquote><p>três</p></blockquote>')
    expect(text()).toBe('- um\n- dois\n> três')
  })

  test('puts text at a place of its own text, with its marks, and takes it back', () => {
    type('Olá  tudo bem?')
    putText(editor, '*Ana*, ', 4, 5)
    expect(text()).toBe('Olá *Ana*, tudo bem?')
    expect(richTextOf(editor.state).to).toBe(11)
    press('Mod-z')
    expect(text()).toBe('Olá  tudo bem?')
    putText(editor, '1. um\n2. _dois_', 0, text().length)
    expect(html()).toBe('<ol start="1"><li><p>um</p></li><li><p><em>dois</em></p></li></ol>')
  })

  test('shows another draft without a way back to the one before', () => {
    type('um')
    showText(editor, 'dois')
    press('Mod-z')
    expect(text()).toBe('dois')
  })

  test('keeps words with an address, changes them, and takes the address away', () => {
    type('veja aqui')
    selectOffsets(editor, 5, 9)
    keptLink(editor, chosenLink(editor), 'aqui', 'https://x.test/')
    expect(text()).toBe('veja [aqui](https://x.test/)')
    selectOffsets(editor, 7, 7)
    expect(chosenLink(editor)).toMatchObject({ words: 'aqui', href: 'https://x.test/' })
    keptLink(editor, chosenLink(editor), 'ali', 'https://y.test/')
    expect(text()).toBe('veja [ali](https://y.test/)')
    selectOffsets(editor, 7, 7)
    removedLink(editor, chosenLink(editor))
    expect(text()).toBe('veja ali')
  })

  test.for([
    ['site.com.br/a', 'https://site.com.br/a'],
    ['http://x.test/(a)', 'http://x.test/%28a%29'],
    ['javascript:alert(1)', undefined],
    ['mailto:a@b.test', undefined],
    ['duas palavras', undefined],
    ['palavra', undefined],
    ['', undefined],
  ] as const)('takes %j as the address %j', ([typed, address]) => expect(writtenAddress(typed)).toBe(address))

  test('shows what arrives, whatever is done in it', () => {
    const acts = fc.oneof(
      fc.constantFrom('a', 'é ', '*', '_', '~', '`', '- ', '> ', '1. ', ' ').map((typed) => () => type(typed)),
      fc.constantFrom(...(Object.keys(toggles) as ToggleName[])).map((name) => () => toggles[name].run(editor)),
      fc.constantFrom('Enter', 'Backspace', 'Shift-Enter', 'Mod-z', 'Mod-y').map((key) => () => {
        press(key)
      }),
      fc.tuple(fc.nat(30), fc.nat(30)).map(([from, to]) => () => {
        const { length } = text()
        selectOffsets(editor, Math.min(from, length), Math.min(to, length))
      }),
      fc.constantFrom('*um*', '- um\n- dois', '> um\ndois').map((put) => () => putText(editor, put, 0, text().length)),
    )
    fc.assert(
      fc.property(fc.array(acts, { maxLength: 25 }), (done) => {
        showText(editor, '')
        for (const act of done) act()
        editor.state.doc.check()
        expect(isSame(linesOfDocument(editor.state.doc).lines, linesOfMarkup(text()))).toBe(true)
      }),
    )
  })
})
