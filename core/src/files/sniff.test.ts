import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sniff } from './sniff.ts'

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** The beginning of what a browser records. */
const webm = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701', 'hex')

describe('sniffing', () => {
  it.each([
    ['an image', png, 'text/html', 'image/png'],
    ['a page called an image', Buffer.from('<!DOCTYPE html><script>x</script>'), 'image/jpeg', 'text/html'],
    ['a page behind white space', Buffer.from('\n\n  <html>'), 'image/png', 'text/html'],
    [
      'a drawing that can run scripts',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'image/png',
      'image/svg+xml',
    ],
    ['a drawing behind a prolog', Buffer.from('<?xml version="1.0"?><!-- x --><svg/>'), 'image/png', 'image/svg+xml'],
    ['a GIF that is also a script', Buffer.from('GIF89a\x01\0\x01\0/*<script>*/=1'), 'text/javascript', 'image/gif'],
    [
      'a GIF that is also a script, and therefore of enormous size',
      Buffer.from('GIF89a/*<script>*/=1'),
      'text/javascript',
      'application/octet-stream',
    ],
    ['a PHP script', Buffer.from('<?php system($_GET[0]);'), 'image/jpeg', 'text/plain'],
    ['a table', Buffer.from('a;b\n1;2'), 'text/csv', 'text/csv'],
    ['text that claims to be a page', Buffer.from('just words'), 'text/html', 'text/plain'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), '', 'application/pdf'],
    ['bytes', Buffer.from([1, 2, 0, 255]), 'image/png', 'application/octet-stream'],
    ['a recording in a container of films', webm, 'audio/webm;codecs=opus', 'audio/webm'],
    ['a film', webm, 'video/webm', 'video/webm'],
    ['a film that claims to be a page', webm, 'text/html', 'video/webm'],
    ['nothing', Buffer.alloc(0), 'image/png', 'text/plain'],
    ['a mail', Buffer.from('From: a@x.test\r\nSubject: Oi\r\n\r\nOi'), 'message/rfc822', 'message/rfc822'],
    ['a mail of one line', Buffer.from('Subject: Oi'), 'message/rfc822; charset=utf-8', 'message/rfc822'],
    [
      'a mail in another charset, with a folded field',
      Buffer.from('Received: from x\n\tby y; today\nSubject: Ol\xe1\n\nOl\xe1 \xff', 'latin1'),
      'message/rfc822',
      'message/rfc822',
    ],
    [
      'a mail whose body is a page',
      Buffer.from('To: a\n\n<!doctype html><script>1'),
      'message/rfc822',
      'message/rfc822',
    ],
    ['a mail that nobody claims', Buffer.from('From: a@x.test\nSubject: Oi\n\nOi'), '', 'text/plain'],
    ['a page called a mail', Buffer.from('<!doctype html>\nFrom: x\n\n'), 'message/rfc822', 'text/html'],
    ['a page behind a field', Buffer.from('From: x\n<html><script>1</script>'), 'message/rfc822', 'text/plain'],
    ['words called a mail', Buffer.from('just words'), 'message/rfc822', 'text/plain'],
    ['an image called a mail', png, 'message/rfc822', 'image/png'],
    ['bytes called a mail', Buffer.from('From: x\0\n\n'), 'message/rfc822', 'application/octet-stream'],
  ])('knows %s by its bytes', async (_, bytes, claimed, mime) => {
    expect(await sniff(bytes, claimed)).toBe(mime)
  })

  it('never believes a claim of something a browser runs, and always ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 512 }),
        fc.constantFrom('text/html', 'image/svg+xml', 'application/javascript'),
        async (bytes, claimed) => {
          const mime = await sniff(bytes, claimed)
          expect(mime).toMatch(/^[a-z]+\/[a-z0-9.+-]+/)
          if (!/</.test(Buffer.from(bytes).toString('latin1'))) expect(mime).not.toBe(claimed)
        },
      ),
      { numRuns: 300 },
    )
  })
})
