export interface ServerEvent {
  readonly id: string | undefined
  readonly event: string
  readonly data: string
}

/**
 * Splits a stream of text into server-sent events. Give it the text as it comes; how it was cut does not matter. Only
 * what the server of the widget writes is read: `id`, `event`, `data` and comments.
 */
export function createEventParser(onEvent: (event: ServerEvent) => void): (chunk: string) => void {
  let rest = ''
  let id: string | undefined
  let event = 'message'
  let data: string[] = []

  const readLine = (line: string) => {
    if (line === '') {
      if (data.length > 0) onEvent({ id, event, data: data.join('\n') })
      id = undefined
      event = 'message'
      data = []
      return
    }
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'id') id = value
    else if (field === 'event') event = value
    else if (field === 'data') data.push(value)
  }

  return (chunk) => {
    rest += chunk
    // A carriage return at the end may be half of a line end: it waits for what comes next.
    for (let end = /\r\n|\n|\r(?!$)/.exec(rest); end; end = /\r\n|\n|\r(?!$)/.exec(rest)) {
      readLine(rest.slice(0, end.index))
      rest = rest.slice(end.index + end[0].length)
    }
  }
}
