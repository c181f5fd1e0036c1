import { Link } from 'react-router';

/** The product's mark and name, with a link to the start page. */
export function Logo({ to }: { readonly to: string }) {
  return (
    <Link to={to} className="logo">
      <svg
        viewBox="0 0 24 24"
        width="22"
        height="22"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        aria-hidden="true"
      >
        <rect x="2.2" y="2.2" width="19.6" height="19.6" rx="5" />
        <path d="M2.2 9h19.6M2.2 15h19.6" />
      </svg>
      <span>Evenstock</span>
    </Link>
  );
}
