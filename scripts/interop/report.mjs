/** What was tried, as lines on stdout: each fits or does not. */
export function newReport() {
  const counts = { fits: 0, 'DOES NOT FIT': 0 }
  const line = (verdict, text) => {
    counts[verdict]++
    console.log(`  ${verdict.padEnd(4)}  ${text}`)
  }
  return {
    section: (title) => console.log(`\n${title}`),
    note: (text) => console.log(`        ${text}`),
    /** Runs a check, which throws where something does not fit; what it gives is added to the line. */
    async check(title, run) {
      try {
        const found = await run()
        line('fits', found === undefined ? title : `${title}: ${found}`)
      } catch (error) {
        line('DOES NOT FIT', `${title}: ${error.message}`)
      }
    },
    end() {
      console.log(`\n${counts.fits} fit, ${counts['DOES NOT FIT']} do not`)
      return counts['DOES NOT FIT'] > 0 ? 1 : 0
    },
  }
}
