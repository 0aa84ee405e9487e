/** Small letters of other scripts, and the Latin letters that they are taken for. */
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  'аa еe оo рp сc уy хx ѕs іi јj һh ԁd ԛq ԝw ӏl αa ιi κk νv οo ρp υu χx օo սu ոn հh ցg ıi ɑa ɡg'
    .split(' ')
    .map((pair) => [...pair] as [string, string]),
)

/** A text with every letter that looks like a Latin one read as that letter, wide and styled forms as plain ones. */
export function latinReading(text: string): string {
  return [...text.normalize('NFKC')].map((letter) => LOOK_ALIKES[letter] ?? letter).join('')
}
