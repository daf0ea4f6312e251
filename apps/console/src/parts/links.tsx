import { Anchor, Button, NavLink, type AnchorProps, type ButtonProps, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Native<Props> = Props &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props> & { ref?: Ref<HTMLAnchorElement> };

/** Links to pages of the console, typed by their address; the page is fetched while the user points at them. */
export const AnchorLink = createLink((props: Native<AnchorProps>) => <Anchor {...props} />);

export const ButtonLink = createLink((props: Native<ButtonProps>) => <Button component="a" {...props} />);

export const NavigationLink = createLink((props: Native<NavLinkProps>) => <NavLink component="a" {...props} />);
