/** How the printed document looks. Sizes in points: paper has no pixels. */
export const printSheet = `
@page {
  margin: 20mm 18mm;
}

:root {
  color-scheme: light;
  color: #000;
  background: #fff;
  font: 11pt/1.5 system-ui, sans-serif;
}

body {
  max-inline-size: 42rem;
  margin: 0 auto;
}

h1, h2, p {
  margin: 0;
}

h1 {
  font-size: 18pt;
  line-height: 1.25;
  overflow-wrap: anywhere;
  break-after: avoid;
}

.facts {
  margin-block: 4pt 14pt;
  padding-block-end: 8pt;
  border-block-end: 0.75pt solid #000;
  font-size: 9.5pt;
  break-after: avoid;
}

.facts bdi + bdi::before {
  content: '·';
  margin-inline: 0.5em;
}

.heading {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  column-gap: 6pt;
  margin-block: 12pt 2pt;
  font-size: 11pt;
  font-weight: 400;
  break-after: avoid;
  break-inside: avoid;
}

.badge {
  min-inline-size: 1.7em;
  padding-inline: 0.3em;
  box-sizing: border-box;
  border: 0.75pt solid #000;
  border-radius: 0.85em;
  font-size: 8.5pt;
  font-weight: 700;
  line-height: 1.55;
  text-align: center;
}

.name {
  font-weight: 700;
  overflow-wrap: anywhere;
}

.time {
  font-size: 9.5pt;
  font-variant-numeric: tabular-nums;
}

.words {
  orphans: 3;
  widows: 3;
  overflow-wrap: anywhere;
}

.whole {
  white-space: pre-line;
}
`;
