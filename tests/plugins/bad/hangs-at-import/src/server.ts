await new Promise(() => undefined)

export default {}
