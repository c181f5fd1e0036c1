import { expect, it } from 'vitest';
import { announcementHtml } from './announcement-html.rules.ts';

it('makes paragraphs of lines and a list of lines with dashes', () => {
  expect(announcementHtml('Hello\n\n- one\n* two\nBye')).toBe(
    '<p>Hello</p><ul><li>one</li><li>two</li></ul><p>Bye</p>',
  );
});

it('lets nothing of it run', () => {
  expect(announcementHtml(`<script>alert('1')</script> & <img src=x onerror="go()">`)).toBe(
    '<p>&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &lt;img src=x onerror=&quot;go()&quot;&gt;</p>',
  );
});
