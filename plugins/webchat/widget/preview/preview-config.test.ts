import { expect, test } from 'vitest'
import { publicConfig } from '../../src/channel/config.ts'
import { previewConfig } from './preview-config.ts'

test('without settings the preview shows the defaults of a connection', () => {
  expect(previewConfig({})).toEqual(publicConfig({}))
})

test('whole settings are shown as the widget will have them, whatever opens by itself', () => {
  const config = {
    title: 'Loja',
    footer: 'Seg a sex',
    headerColor: '#102030',
    iconUrl: 'https://cdn.loja.test/i.png',
    offerHelp: false,
    helpMessage: 'Oi!',
    askContact: true,
    showAgents: false,
    position: 'left',
  }
  expect(previewConfig({ ...config, autoMaximize: true })).toEqual(publicConfig(config))
})

test.each([
  [{ headerColor: '#12' }],
  [{ headerColor: 'red;}' }],
  [{ iconUrl: 'http://cdn.loja.test/i.png' }],
  [{ iconUrl: 'https' }],
  [{ position: 'top' }],
  [{ title: 7 }],
])('what is half typed counts as not set: %j', (values) => {
  expect(previewConfig(values)).toEqual(publicConfig({}))
})
