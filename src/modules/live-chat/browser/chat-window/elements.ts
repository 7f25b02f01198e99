export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

export function makeField(label: string, attributes: Record<string, string>): [HTMLInputElement, HTMLLabelElement] {
  const input = make('input', { autocomplete: 'off', ...attributes })
  return [input, make('label', {}, label, input)]
}

/** A paper clip, drawn as the icons of the pages are. */
export function makeClip(): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const [svg, path] = [document.createElementNS(space, 'svg'), document.createElementNS(space, 'path')]
  for (const [name, value] of Object.entries({
    viewBox: '0 0 24 24',
    width: '20',
    height: '20',
    'aria-hidden': 'true',
  }))
    svg.setAttribute(name, value)
  const line = {
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.75',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    d: 'm15 7-6.5 6.5a1.5 1.5 0 0 0 3 3L18 10a3 3 0 0 0-6-6l-6.5 6.5a4.5 4.5 0 0 0 9 9L21 13',
  }
  for (const [name, value] of Object.entries(line)) path.setAttribute(name, value)
  svg.append(path)
  return svg
}
