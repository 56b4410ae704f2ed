import { describe, expect, test } from 'vitest'
import { dialog360Transport, metaTransport } from './transport.ts'

const config = {
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  appId: '634974688087057',
  version: 'v25.0',
  messagesPerSecond: 80,
  listButton: 'Opções',
}
const file = 'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1&ext=2'

describe('Meta', () => {
  const { paths, fileUrl, root } = metaTransport(config)
  test('puts version and number into its paths', () => {
    expect([root, paths.messages, paths.media, paths.templates, paths.mediaFile('7/..')]).toEqual([
      'https://graph.facebook.com',
      '/v25.0/106540352242922/messages',
      '/v25.0/106540352242922/media',
      '/v25.0/102290129340398/message_templates',
      '/v25.0/7%2F..?phone_number_id=106540352242922',
    ])
  })
  test('gets its token only where files of Meta lie', () => {
    expect(fileUrl(file)).toBe(file)
    for (const url of [
      'https://evil.example/x',
      'http://lookaside.fbsbx.com/x',
      'https://lookaside.fbsbx.com.evil.example/',
      'nonsense',
      'https://lookaside.fbsbx.com@evil.example/',
    ])
      expect(fileUrl(url), url).toBeUndefined()
  })
  test('a gateway of one’s own replaces the host', () => {
    const own = metaTransport({ ...config, apiRoot: 'https://gateway.example/graph/' })
    expect(own.root + own.paths.messages).toBe('https://gateway.example/graph/v25.0/106540352242922/messages')
    expect(own.fileUrl('https://gateway.example/files/1')).toBe('https://gateway.example/files/1')
  })
})

describe('360dialog', () => {
  const { paths, fileUrl, root, headers } = dialog360Transport({ messagesPerSecond: 80, listButton: 'Opções' })
  test('has neither version nor number in its paths, and its own header', () => {
    expect([root, paths.messages, paths.media, paths.templates, headers('k')]).toEqual([
      'https://waba-v2.360dialog.io',
      '/messages',
      '/media',
      '/v1/configs/templates',
      { 'd360-api-key': 'k' },
    ])
  })
  test('fetches files of Meta through itself, and none of others', () => {
    expect(fileUrl(file)).toBe('https://waba-v2.360dialog.io/whatsapp_business/attachments/?mid=1&ext=2')
    expect(fileUrl('https://evil.example/x')).toBeUndefined()
  })
})
