const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const listItem = /^[-•*]\s+(.*)$/;

/** An announcement as HTML: lines are paragraphs, lines that begin with a dash are a list. Nothing of it runs: all text is escaped. */
export function announcementHtml(content: string): string {
  const lines = content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const parts: string[] = [];
  let items: string[] = [];
  const endList = (): void => {
    if (items.length > 0) parts.push(`<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`);
    items = [];
  };
  for (const line of lines) {
    const [, item] = listItem.exec(line) ?? [];
    if (item !== undefined) items.push(escaped(item));
    else {
      endList();
      parts.push(`<p>${escaped(line)}</p>`);
    }
  }
  endList();
  return parts.join('');
}
